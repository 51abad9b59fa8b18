// Loading the server replaces Node's Request and Response. Importing it here does so before every test, in any order of files.
import '@hono/node-server';
