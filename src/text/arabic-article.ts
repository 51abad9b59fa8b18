/** The article ال with the particles written onto it, where at least three letters of a word are left after it. */
export const arabicArticle = /^[وف]?(?:ال|بال|كال|لل)(?=\p{L}{3})/u;
