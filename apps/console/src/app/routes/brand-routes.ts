import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** How robots and pages of a company look and sound. */
export const brandRoutes: Route[] = [
  {
    path: pages.logos.path,
    allow: permissions.logos,
    title: 'logos',
    icon: 'brush',
    group: 'brand',
    page: () => import('../../features/brand/logos/logo-list-page.tsx').then((m) => m.LogoListPage),
  },
  {
    path: pages.customAudio.path,
    allow: permissions.customAudio,
    title: 'customAudio',
    icon: 'play',
    group: 'brand',
    page: () => import('../../features/brand/audio/custom-audio-page.tsx').then((m) => m.CustomAudioPage),
  },
  {
    path: pages.speech.path,
    allow: permissions.textToSpeech,
    title: 'speech',
    icon: 'play',
    group: 'brand',
    page: () => import('../../features/brand/speech/speech-page.tsx').then((m) => m.SpeechPage),
  },
  {
    path: pages.voiceSets.path,
    allow: permissions.customAudio,
    title: 'voiceSets',
    icon: 'play',
    group: 'brand',
    page: () =>
      import('../../features/brand/voice-sets/voice-set-list-page.tsx').then((m) => m.VoiceSetListPage),
  },
  {
    path: pages.voiceSet.path,
    allow: permissions.customAudio,
    title: 'voiceSet',
    parent: pages.voiceSets.path,
    page: () => import('../../features/brand/voice-sets/voice-set-page.tsx').then((m) => m.VoiceSetPage),
  },
  {
    path: pages.voiceRollout.path,
    allow: permissions.audioRollOut,
    title: 'voiceRollout',
    parent: pages.voiceSets.path,
    page: () =>
      import('../../features/brand/voice-sets/voice-rollout-page.tsx').then((m) => m.VoiceRolloutPage),
  },
];
