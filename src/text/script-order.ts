/** What a sort key begins with, by what its text begins with. */
export const scriptGroups = { digits: 1, latinAndOthers: 2, arabic: 3 } as const;

const arabicFirst = [scriptGroups.digits, scriptGroups.arabic, scriptGroups.latinAndOthers] as const;

/**
 * The groups of scripts in the order of a language, named by a locale such as `ar-EG`. Undefined where that is the order
 * of the keys. CLDR has Arabic script first for Arabic (`[reorder Arab]` in common/collation/ar.xml).
 */
export function scriptOrder(locale: string): readonly (1 | 2 | 3)[] | undefined {
  return /^ar(?![a-z])/i.test(locale) ? arabicFirst : undefined;
}
