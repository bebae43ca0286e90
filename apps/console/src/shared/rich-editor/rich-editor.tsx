import { Image } from '@tiptap/extension-image';
import { EditorContent, useEditor, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/ui/toasts.ts';
import { EditorBar } from './editor-bar.tsx';
import { pictureFrom } from './picture-file.ts';
import './rich-editor.css';

/** Only data URLs: the server removes pictures from other addresses. */
const OwnImage = Image.extend({ parseHTML: () => [{ tag: 'img[src^="data:image/"]' }] });

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, defaultProtocol: 'https', protocols: ['http', 'https', 'mailto'] },
  }),
  OwnImage.configure({ allowBase64: true }),
];

interface Props {
  /** The initial text; another text needs another editor (`key`). */
  html: string;
  label: string;
  /** Pictures within the text. The default is true. */
  pictures?: boolean;
  onChange: (html: string) => void;
}

/** Text with headings, lists, links and pictures, as HTML. */
export function RichEditor({ html, label, pictures = true, onChange }: Props) {
  const { t } = useTranslation('rich-editor');
  const insert = async (editor: Editor | null, files: Iterable<File>) => {
    for (const file of files) {
      const src = await pictureFrom(file);
      if (src === null) toast({ tone: 'failed', text: t('pictureRefused') });
      else editor?.chain().focus().setImage({ src, alt: '' }).run();
    }
  };
  const editor: Editor | null = useEditor({
    extensions,
    content: html,
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
      ...(pictures && {
        handlePaste: (_view, event) =>
          handleFiles(event.clipboardData, (files) => void insert(editor, files)),
        handleDrop: (_view, event) => handleFiles(event.dataTransfer, (files) => void insert(editor, files)),
      }),
    },
  });
  return (
    <div className="rich-editor">
      {editor && (
        <EditorBar
          editor={editor}
          {...(pictures && { onPictures: (files: File[]) => void insert(editor, files) })}
        />
      )}
      <EditorContent editor={editor} className="rich-editor-text rich-text" />
    </div>
  );
}

/** Pasted and dropped files are inserted here; the editor handles everything else. */
function handleFiles(data: DataTransfer | null, insert: (files: File[]) => void): boolean {
  const files = [...(data?.files ?? [])];
  if (files.length > 0) insert(files);
  return files.length > 0;
}
