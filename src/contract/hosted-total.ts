/** Appwrite stops counting here: a total of so many means so many or more. */
export const hostedTotalLimit = 5000;
