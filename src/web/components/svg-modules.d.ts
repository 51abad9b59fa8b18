/** Vite makes the address of the file of an import. */
declare module '*.svg' {
  const address: string;
  export default address;
}
