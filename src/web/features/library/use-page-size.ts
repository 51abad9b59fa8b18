import { useLayoutEffect } from 'react';
import { pageSizes } from '../../page/files-filter.ts';
import { useDispatch } from '../../page/store-context.ts';
import { screenMeasured } from './files-filter-slice.ts';

/** Extra-large begins at 1280 px (docs/rules.md#the-library-on-a-page), in rem so that it grows with the visitor's text. */
const extraLarge = '(min-width: 80rem)';

/** Tells the filter how many files fit this screen, before the first paint after hydration and on each change. */
export function usePageSize(): void {
  const dispatch = useDispatch();
  useLayoutEffect(() => {
    const media = window.matchMedia(extraLarge);
    const measure = () => {
      dispatch(screenMeasured(media.matches ? pageSizes.extraLarge : pageSizes.regular));
    };
    measure();
    media.addEventListener('change', measure);
    return () => media.removeEventListener('change', measure);
  }, [dispatch]);
}
