const paths = {
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
  italic: 'M11 5h7M6 19h7M14.5 5 9.5 19',
  underline: 'M7 4v7a5 5 0 0 0 10 0V4M6 20h12',
  heading: 'M4 5v14M12 5v14M4 12h8M16 10.5a2 2 0 1 1 3.5 1.5L16 18h4.5',
  subheading: 'M4 6v12M11 6v12M4 12h7M16 9.5h4l-2.5 3.5a2.5 2.5 0 1 1-2 4',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  steps: 'M10 6h10M10 12h10M10 18h10M4 5l1.5-1v5M4 15.5c.5-1.5 3-1.5 2.5.5L4 20h3',
  quote: 'M5 6v12M9 8h10M9 12h10M9 16h6',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15.5 9.5h.01',
  undo: 'M4 9h11a5 5 0 0 1 0 10h-4M8 4.5 3.5 9 8 13.5',
  redo: 'M20 9H9a5 5 0 0 0 0 10h4M16 4.5 20.5 9 16 13.5',
} as const;

export type EditorTool = keyof typeof paths;

/** Icons in the style of the kit. They are here because no other feature edits rich text. */
export const EditorGlyph = ({ tool }: { tool: EditorTool }) => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={paths[tool]} />
  </svg>
);
