/** Functions that find the address, without a language, of a page of each kind by the feed and the catalog. */
export const pageKinds: Record<string, (siteUrl: string) => Promise<string>> = {
  home: async () => '/',
  category: async (siteUrl) => {
    const { navigation } = await (await fetch(`${siteUrl}/opds/v2`)).json();
    return `/?category=${navigation.at(-1).href.split('/').at(-1)}`;
  },
  search: async () => '/?search=wudu',
  lesson: async (siteUrl) => {
    const { items } = await (await fetch(`${siteUrl}/feed.json`)).json();
    return new URL(items[0].id).pathname;
  },
};
