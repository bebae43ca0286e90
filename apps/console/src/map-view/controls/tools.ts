import { withTool, type Editor, type ToolName } from '@sweepline/map-core';
import type { IconName } from '../../kit/ui/icons.ts';

/** The tools of the editor in toolbar order, with the key of each. */
export const tools = (
  [
    { name: 'select', icon: 'cursor', key: 'v' },
    { name: 'pan', icon: 'hand', key: 'h' },
    { name: 'zone', icon: 'polygon', key: 'p' },
    { name: 'rectangle', icon: 'rectangle', key: 'r' },
    { name: 'wall', icon: 'wall', key: 'w' },
    { name: 'segment', icon: 'segment', key: 's' },
    { name: 'point', icon: 'pin', key: 'o' },
    { name: 'slope', icon: 'slope', key: 'l' },
    { name: 'bump', icon: 'bump', key: 'b' },
    { name: 'brush', icon: 'brush', key: 'e' },
    { name: 'cut', icon: 'cut', key: 'x' },
    { name: 'measure', icon: 'ruler', key: 'm' },
  ] as const satisfies readonly { name: ToolName; icon: IconName; key: string }[]
).map((tool) => ({ ...tool, take: (editor: Editor) => withTool(editor, tool.name) }));

/** The tool of a key; keys with Ctrl, ⌘ or Alt belong to commands. */
export const toolFor = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.altKey
    ? undefined
    : tools.find(({ key }) => key === event.key.toLowerCase());
