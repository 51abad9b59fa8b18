// Loading the server replaces Node's Request and Response; this does it before every test, whatever the order of files.
import '@hono/node-server';
