// The server's Request and Response take the place of Node's as soon as it is loaded: for every test from the beginning, in
// whatever order the files come.
import '@hono/node-server';
