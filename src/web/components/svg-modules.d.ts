/** Vite turns the import into the address of the file. */
declare module '*.svg' {
  const address: string;
  export default address;
}
