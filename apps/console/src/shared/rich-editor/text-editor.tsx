import { lazy, Suspense, type ComponentProps } from 'react';
import { lazyPart } from '../../kit/api/chunks.ts';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import type { RichEditor } from './rich-editor.tsx';
import './rich-editor.css';

const Editor = lazy(() => lazyPart(() => import('./rich-editor.tsx').then((m) => m.RichEditor)));

/** The editor of a rich text, which is read when one is first shown. */
export const TextEditor = (props: ComponentProps<typeof RichEditor>) => (
  <Suspense
    fallback={
      // As high as the editor, so that the fields below do not move.
      <div className="rich-editor">
        <Skeleton lines={8} />
      </div>
    }
  >
    <Editor {...props} />
  </Suspense>
);
