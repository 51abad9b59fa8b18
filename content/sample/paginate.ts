export interface Pagination {
  pages: number;
  /** How full the last page is, 0 to 1. */
  lastFill: number;
  /** What does not fit, in the words of the page. Empty when all is well. */
  overflows: string[];
}

/**
 * Runs in the browser, on a document of `documentHtml`: moves the pieces of `#flow` into pages, keeps a heading with what follows it,
 * numbers the pages in `numerals` (a numbering system of `Intl`). No piece is broken, so no paragraph leaves a widow.
 */
export async function paginate(numerals: string): Promise<Pagination> {
  await document.fonts.ready;
  const find = <E extends Element>(selector: string, root: ParentNode = document) => {
    const found = root.querySelector<E>(selector);
    if (!found) throw new Error(`The document has no ${selector}`);
    return found;
  };
  const open = (kind: '#first' | '#page') => {
    document.body.append(find<HTMLTemplateElement>(kind).content.cloneNode(true));
    return find<HTMLElement>('.page:last-of-type > main');
  };
  const overflows: string[] = [];
  const flow = find('#flow');
  const queue = [...flow.children];
  let main = open('#first');
  while (queue.length > 0) {
    const bound = queue.findIndex((piece) => !('keep' in (piece as HTMLElement).dataset));
    const group = queue.splice(0, bound + 1 || queue.length);
    const fresh = main.childElementCount === 0;
    main.append(...group);
    if (main.scrollHeight <= main.clientHeight) continue;
    if (fresh) overflows.push(`too tall: ${group[0]?.textContent?.slice(0, 60)}`);
    else {
      main = open('#page');
      main.append(...group);
    }
  }
  flow.remove();

  const pages = [...document.querySelectorAll('.page')];
  const format = new Intl.NumberFormat('en', { numberingSystem: numerals });
  pages.forEach((page, index) => {
    find('.number', page).textContent = `${format.format(index + 1)} / ${format.format(pages.length)}`;
    for (const element of page.querySelectorAll<HTMLElement>(
      'main, main *:not(svg, svg *), h1, header span',
    )) {
      if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
        overflows.push(`too wide: ${element.textContent?.slice(0, 60)}`);
    }
    const band = page.querySelector('.band');
    if (band && band.scrollHeight > band.clientHeight + 1) overflows.push('the title is too tall');
  });
  const tops = [...main.children].filter((piece) => piece.className !== 'notice');
  const bottom = Math.max(0, ...tops.map((piece) => piece.getBoundingClientRect().bottom));
  const box = main.getBoundingClientRect();
  return { pages: pages.length, lastFill: Math.max(0, bottom - box.top) / box.height, overflows };
}
