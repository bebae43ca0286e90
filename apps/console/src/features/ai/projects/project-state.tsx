import type { AiCollectionState, AiProjectState, AiUploadState } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';

type Look = { tone: Tone; icon: IconName };

const projects: Record<AiProjectState, Look> = {
  DRAFT: { tone: 'quiet', icon: 'edit' },
  RUNNING: { tone: 'working', icon: 'play' },
  STOPPED: { tone: 'quiet', icon: 'stop' },
};
const collections: Record<AiCollectionState, Look> = {
  UNCOLLECTED: { tone: 'quiet', icon: 'ring' },
  WAITING: { tone: 'waiting', icon: 'clock' },
  COLLECTING: { tone: 'working', icon: 'camera' },
  DONE: { tone: 'working', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'alert' },
};
const uploads: Record<AiUploadState, Look> = {
  NONE: { tone: 'quiet', icon: 'ring' },
  UPLOADING: { tone: 'working', icon: 'upload' },
  DONE: { tone: 'working', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'alert' },
};

export function ProjectState({ state }: { state: AiProjectState }) {
  const { t } = useTranslation('ai/projects');
  return <StateMark {...projects[state]} word={t(`states.${state}`)} />;
}

/** The collection of a robot. */
export function CollectionState({ state }: { state: AiCollectionState }) {
  const { t } = useTranslation('ai/projects');
  return <StateMark {...collections[state]} word={t(`collections.${state}`)} />;
}

/** The upload of a robot's original images. */
export function UploadState({ state }: { state: AiUploadState }) {
  const { t } = useTranslation('ai/projects');
  return <StateMark {...uploads[state]} word={t(`uploads.${state}`)} />;
}
