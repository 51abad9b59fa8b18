// Loading the server replaces Node's global Request and Response. This import replaces them for all tests, in any order of files.
import '@hono/node-server';
