import 'react';

declare module 'react' {
  // HTML's invoker commands: React passes them through, but its types lack them.
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close' | undefined;
    commandfor?: string | undefined;
  }
}
