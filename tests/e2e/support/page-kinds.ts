/** For each kind of page, a function that returns the path of one, without a language. It may query the feed or the catalog. */
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
