import { type Node, parse } from 'acorn';
import { full } from 'acorn-walk';
import { compat, feature, hasFeature } from './versions.ts';

/** Parts of MDN's data with the globals of a page, and the objects of the second whose methods are called there. */
const builtIn = ['javascript', 'builtins'];
const ofPage = ['api'];
const pageObjects =
  /^(?:Abort|Blob|Crypto|DOM|Document|Element|Event|File|Form|HTML|Headers|History|Keyboard|Location|Media|Message|Mutation|Navigator|Node|Performance|Pointer|Range|Request|Response|SVG|Selection|Storage|URL|WebSocket|Window)/;

/** Names of methods that some minimum version lacks, on any object. */
const newMethods: ReadonlySet<string> = (() => {
  const old = new Set<string>();
  const young = new Set<string>();
  const groups = [
    { path: builtIn, owners: compat.javascript.builtins },
    { path: ofPage, owners: compat.api },
  ] as unknown as { path: string[]; owners: Record<string, object> }[];
  for (const { path, owners } of groups) {
    for (const [owner, members] of Object.entries(owners)) {
      if (path === ofPage && !pageObjects.test(owner)) continue;
      for (const member of Object.keys(members))
        (hasFeature([...path, owner, member]) ? old : young).add(member);
    }
  }
  return new Set([...young].filter((name) => !old.has(name)));
})();

const isNewGlobal = (name: string): boolean =>
  [
    [...builtIn, name],
    [...ofPage, name],
    [...ofPage, 'Window', name],
  ].some((path) => !hasFeature(path));

/** A static function of a built-in object, such as `URL.canParse`. */
const isNewStatic = (owner: string, member: string): boolean =>
  [builtIn, ofPage].some(
    (path) =>
      feature(...path, owner) !== undefined &&
      [member, `${member}_static`].some((name) => !hasFeature([...path, owner, name])),
  );

const isLookbehind = (pattern: unknown): boolean => typeof pattern === 'string' && /\(\?<[=!]/.test(pattern);

/**
 * Returns features of a script that some minimum version lacks: functions and objects by name, and regular
 * expressions. Throws a SyntaxError if it cannot be parsed there.
 */
export function newInScript(text: string): Set<string> {
  const features = new Set<string>();
  full(parse(text, { ecmaVersion: 2022, sourceType: 'module' }), (node: Node) => {
    const { type, name, value, regex, callee } = node as Node & {
      name: string;
      value?: string | { raw: string };
      regex?: { pattern: string };
      callee?: { type: string; property: { name?: string }; object: { type: string; name: string } };
    };
    if (type === 'StaticBlock') features.add('a static block');
    if (type === 'Identifier' && isNewGlobal(name)) features.add(name);
    if (type === 'CallExpression' && callee?.type === 'MemberExpression') {
      const method = callee.property.name ?? '';
      if (newMethods.has(method)) features.add(`.${method}()`);
      else if (callee.object.type === 'Identifier' && isNewStatic(callee.object.name, method))
        features.add(`${callee.object.name}.${method}()`);
    }
    const texts = [regex?.pattern, value, typeof value === 'object' ? value?.raw : undefined];
    if (texts.some(isLookbehind)) features.add('a lookbehind');
  });
  return features;
}
