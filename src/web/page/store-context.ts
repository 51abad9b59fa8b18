import type { Action, Dispatch, Store } from '@reduxjs/toolkit';
import { createContext, useContext, useSyncExternalStore } from 'react';

/** The store of the page. React has all that is needed to follow one: react-redux would be a kilobyte more for a visitor. */
export const StoreContext = createContext<Store | undefined>(undefined);

function useStore(): Store {
  const store = useContext(StoreContext);
  if (store === undefined) throw new Error('No store was given to this tree');
  return store;
}

export function useDispatch<Dispatcher = Dispatch<Action>>(): Dispatcher {
  return useStore().dispatch as Dispatcher;
}

/** What a selector finds in the state, followed as it changes; it must find the same thing in the same state. */
export function useSelector<State, Selected>(select: (state: State) => Selected): Selected {
  const { subscribe, getState } = useStore();
  const selected = () => select(getState());
  return useSyncExternalStore(subscribe, selected, selected);
}
