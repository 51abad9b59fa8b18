import { type CssNode, generate, parse, type WalkContext, walk } from 'css-tree';
import { feature, hasFeature } from './versions.ts';

/** Returns MDN's name for a unit of length; some units are grouped. */
function unitFeature(unit: string): string {
  const groups: Record<string, RegExp> = {
    viewport_percentage_units_dynamic: /^dv/,
    viewport_percentage_units_small: /^sv/,
    viewport_percentage_units_large: /^lv/,
    container_query_length_units: /^cq/,
  };
  return Object.keys(groups).find((name) => groups[name]?.test(unit)) ?? unit;
}

/** Lists the features that a node of a stylesheet needs: their names and paths in MDN's data. */
function featuresOf(node: CssNode, property: string | undefined): [name: string, ...path: string[]][] {
  switch (node.type) {
    case 'Declaration':
      return /^-/.test(node.property) ? [] : [[node.property, 'properties', node.property]];
    case 'Atrule':
      return [[`@${node.name}`, 'at-rules', node.name]];
    case 'Feature':
      return [[`(${node.name})`, 'at-rules', 'media', node.name.replace(/^(min|max)-/, '')]];
    case 'FeatureRange':
      return [['media range', 'at-rules', 'media', 'range_syntax']];
    case 'NestingSelector':
      return [['nesting', 'selectors', 'nesting']];
    case 'PseudoClassSelector':
    case 'PseudoElementSelector':
      return [[`:${node.name}`, 'selectors', node.name]];
    case 'Identifier':
      return property ? [[`${property}: ${node.name}`, 'properties', property, node.name]] : [];
    case 'Function':
      return feature('css', 'types', 'color', node.name)
        ? [[`${node.name}()`, 'types', 'color', node.name]]
        : [[`${node.name}()`, 'types', node.name]];
    case 'Dimension':
      return [[node.unit, 'types', 'length', unitFeature(node.unit)]];
    default:
      return [];
  }
}

export interface NewStyleFeatures {
  /** Features outside `@supports` that some minimum version lacks. */
  features: Set<string>;
  /** Selector lists that an old browser drops entirely, although only some of the selectors are new. */
  mixed: string[];
}

export function findNewInStyles(text: string): NewStyleFeatures {
  const newFeatures = new Set<string>();
  const mixed: string[] = [];
  const isNew = ([name, ...path]: [string, ...string[]]): boolean =>
    !hasFeature(['css', ...path], { prefixed: text.includes(`-webkit-${name}:`) });
  walk(parse(text), {
    enter(this: WalkContext, node: CssNode) {
      // Skips `@supports`: browsers that lack the feature use the rules next to it.
      if (node.type === 'Atrule' && node.name === 'supports') return walk.skip;
      const property = this.declaration?.property;
      for (const feature of featuresOf(node, property)) if (isNew(feature)) newFeatures.add(feature[0]);
      if (node.type === 'Rule' && node.prelude.type === 'SelectorList') {
        const selectors = node.prelude.children.toArray();
        const newSelectors = selectors.filter((selector) => {
          let hasNew = false;
          walk(selector, (part) => {
            hasNew ||= featuresOf(part, undefined).some(isNew);
          });
          return hasNew;
        });
        if (newSelectors.length > 0 && newSelectors.length < selectors.length)
          mixed.push(generate(node.prelude));
      }
      return undefined;
    },
  });
  return { features: newFeatures, mixed };
}
