// Loading the server replaces Node's global Request and Response. This import replaces them before every test, in any order of files.
import '@hono/node-server';
