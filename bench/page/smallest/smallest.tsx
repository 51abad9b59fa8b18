import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Named {
  $id: string;
  name: string;
  url?: string;
}
declare const __DATA__: { categories: Named[]; files: Named[]; rowsOf: Record<string, string> };

/** Files, categories that choose among them, and a menu: nothing else, and nothing looked after. */
function Page() {
  const [files, setFiles] = useState(__DATA__.files);
  const menu = useRef<HTMLDialogElement>(null);
  const choose = async (id: string) => {
    const answer = await fetch(__DATA__.rowsOf[id] ?? '');
    const { rows } = (await answer.json()) as { rows: { $id: string; fileName: string; url: string }[] };
    setFiles(rows.map(({ $id, fileName, url }) => ({ $id, name: fileName, url })));
  };
  return (
    <>
      <button type="button" data-menu="" onClick={() => menu.current?.showModal()}>
        Menu
      </button>
      <dialog ref={menu}>
        <a href="/">Home</a>
      </dialog>
      {__DATA__.categories.map(({ $id, name }) => (
        <button type="button" key={$id} data-category={$id} onClick={() => choose($id)}>
          {name}
        </button>
      ))}
      <ul>
        {files.map(({ $id, name, url }) => (
          <li key={$id}>
            <a href={url}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Page />);
