import { alteredSite } from './altered-site.ts';

/** A site whose pages note that they were read, and in which language, as soon as their body begins. */
export const tellingSite = (siteUrl: string) =>
  alteredSite(siteUrl, {
    page: (html) =>
      html.replace(
        '<body>',
        `<body><script>sessionStorage.read = (sessionStorage.read || '') + ' ' + document.documentElement.lang</script>`,
      ),
  });
/** An expression: where the browser is, and what it has read on the way. */
export const whereRead = `[location.pathname, [...new URLSearchParams(location.search)].map(String).sort().join(), location.hash, document.documentElement.lang, sessionStorage.read].join(' | ')`;
