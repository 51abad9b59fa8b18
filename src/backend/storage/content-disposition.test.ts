import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoint } from '../../../tests/support/code-point.ts';
import { contentDisposition } from './content-disposition.ts';

describe('Content-Disposition (RFC 6266, RFC 8187)', () => {
  it.each([
    ['Steps of wudu.pdf', 'inline; filename="Steps of wudu.pdf"'],
    ['أركان.pdf', `inline; filename="lesson.pdf"; filename*=UTF-8''%D8%A3%D8%B1%D9%83%D8%A7%D9%86.pdf`],
    ['50%.pdf', `inline; filename="lesson.pdf"; filename*=UTF-8''50%25.pdf`],
    ['a"b.pdf', `inline; filename="lesson.pdf"; filename*=UTF-8''a%22b.pdf`],
    ["it's (1)*é.pdf", `inline; filename="lesson.pdf"; filename*=UTF-8''it%27s%20%281%29%2a%C3%A9.pdf`],
    ['a\r\nSet-Cookie: x.pdf', 'inline; filename="aSet-Cookie: x.pdf"'],
    ['\u202efdp.exe', 'inline; filename="fdp.exe"'],
    ['../../etc/passwd', 'inline; filename="....etcpasswd"'],
    ['\u0000', 'inline; filename="lesson"'],
    ['', 'inline; filename="lesson"'],
  ])('%j', (name, header) => {
    expect(contentDisposition('inline', name)).toBe(header);
  });

  it('is a legal header for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (name) => {
        const header = contentDisposition('attachment', name);
        expect(header).toMatch(/^attachment; filename="[^"%]+"(; filename\*=UTF-8''[\w!#$&+.^`|~%-]+)?$/);
        expect(() => new Headers({ 'content-disposition': header })).not.toThrow();
      }),
    );
  });
});
