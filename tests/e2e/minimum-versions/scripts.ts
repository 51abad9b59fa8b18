import { type Node, parse } from 'acorn';
import { full } from 'acorn-walk';
import { compat, feature, hasFeature } from './versions.ts';

/** Paths in MDN's data of built-in objects and of web APIs, and the web APIs that pages use. */
const builtInPath = ['javascript', 'builtins'];
const apiPath = ['api'];
const pageObjects =
  /^(?:Abort|Blob|Crypto|DOM|Document|Element|Event|File|Form|HTML|Headers|History|Keyboard|Location|Media|Message|Mutation|Navigator|Node|Performance|Pointer|Range|Request|Response|SVG|Selection|Storage|URL|WebSocket|Window)/;

/** Names of methods that some minimum version lacks on every object. */
const newMethods: ReadonlySet<string> = (() => {
  const supported = new Set<string>();
  const unsupported = new Set<string>();
  const groups = [
    { path: builtInPath, owners: compat.javascript.builtins },
    { path: apiPath, owners: compat.api },
  ] as unknown as { path: string[]; owners: Record<string, object> }[];
  for (const { path, owners } of groups) {
    for (const [owner, members] of Object.entries(owners)) {
      if (path === apiPath && !pageObjects.test(owner)) continue;
      for (const member of Object.keys(members))
        (hasFeature([...path, owner, member]) ? supported : unsupported).add(member);
    }
  }
  return new Set([...unsupported].filter((name) => !supported.has(name)));
})();

const isNewGlobal = (name: string): boolean =>
  [
    [...builtInPath, name],
    [...apiPath, name],
    [...apiPath, 'Window', name],
  ].some((path) => !hasFeature(path));

/** Whether some minimum version lacks a static function, such as `URL.canParse`. */
const isNewStatic = (owner: string, member: string): boolean =>
  [builtInPath, apiPath].some(
    (path) =>
      feature(...path, owner) !== undefined &&
      [member, `${member}_static`].some((name) => !hasFeature([...path, owner, name])),
  );

const isLookbehind = (pattern: unknown): boolean => typeof pattern === 'string' && /\(\?<[=!]/.test(pattern);

/**
 * Lists the features of a script that some minimum version lacks: functions, objects, static blocks and lookbehinds. Throws a
 * SyntaxError for syntax newer than ES2022.
 */
export function findNewInScript(text: string): Set<string> {
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
