import { useEditorState, type Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { EditorGlyph, type EditorTool } from './editor-glyph.tsx';

interface Props {
  editor: Editor;
  /** Without it the text has no pictures. */
  onPictures?: (files: File[]) => void;
}

type Chain = ReturnType<Editor['chain']>;

const tools: { tool: EditorTool; active?: (editor: Editor) => boolean; run: (chain: Chain) => Chain }[] = [
  { tool: 'bold', active: (editor) => editor.isActive('bold'), run: (chain) => chain.toggleBold() },
  { tool: 'italic', active: (editor) => editor.isActive('italic'), run: (chain) => chain.toggleItalic() },
  {
    tool: 'underline',
    active: (editor) => editor.isActive('underline'),
    run: (chain) => chain.toggleUnderline(),
  },
  {
    tool: 'heading',
    active: (editor) => editor.isActive('heading', { level: 2 }),
    run: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    tool: 'subheading',
    active: (editor) => editor.isActive('heading', { level: 3 }),
    run: (chain) => chain.toggleHeading({ level: 3 }),
  },
  {
    tool: 'list',
    active: (editor) => editor.isActive('bulletList'),
    run: (chain) => chain.toggleBulletList(),
  },
  {
    tool: 'steps',
    active: (editor) => editor.isActive('orderedList'),
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    tool: 'quote',
    active: (editor) => editor.isActive('blockquote'),
    run: (chain) => chain.toggleBlockquote(),
  },
  { tool: 'undo', run: (chain) => chain.undo() },
  { tool: 'redo', run: (chain) => chain.redo() },
];

/** The toolbar above the text. */
export function EditorBar({ editor, onPictures }: Props) {
  const { t } = useTranslation('rich-editor');
  const [linking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: () => [
      ...tools.filter((one) => one.active?.(editor)).map(({ tool }) => tool),
      ...(editor.isActive('link') ? (['link'] as const) : []),
    ],
  });
  const link = () =>
    editor.isActive('link') ? editor.chain().focus().unsetLink().run() : setLinking(!linking);
  return (
    <>
      <div className="rich-editor-bar" role="toolbar" aria-label={t('tools.bar')}>
        {tools.map(({ tool, active: can, run }) => (
          <Tool
            key={tool}
            tool={tool}
            pressed={can && active.includes(tool)}
            onPress={() => run(editor.chain().focus()).run()}
          />
        ))}
        <Tool tool="link" pressed={active.includes('link')} onPress={link} />
        {onPictures && <PictureTool onPictures={onPictures} />}
      </div>
      {linking && <LinkForm editor={editor} onClose={() => setLinking(false)} />}
    </>
  );
}

function PictureTool({ onPictures }: { onPictures: (files: File[]) => void }) {
  const { t } = useTranslation('rich-editor');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tool tool="picture" onPress={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={t('tools.picture')}
        onChange={({ target }) => {
          onPictures([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}

interface ToolProps {
  tool: EditorTool;
  pressed?: boolean | undefined;
  onPress: () => void;
}

function Tool({ tool, pressed, onPress }: ToolProps) {
  const { t } = useTranslation('rich-editor');
  return (
    <button
      type="button"
      className="rich-editor-tool"
      title={t(`tools.${tool}`)}
      aria-label={t(`tools.${tool}`)}
      aria-pressed={pressed}
      onClick={onPress}
    >
      <EditorGlyph tool={tool} />
    </button>
  );
}

function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation('rich-editor');
  const [address, setAddress] = useState('https://');
  return (
    <form
      className="rich-editor-link"
      onSubmit={(event) => {
        event.preventDefault();
        editor.chain().focus().extendMarkRange('link').setLink({ href: address.trim() }).run();
        onClose();
      }}
    >
      <input
        className="sl-input"
        type="url"
        required
        aria-label={t('linkAddress')}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <Button type="submit">{t('setLink')}</Button>
    </form>
  );
}
