import { boardFigureAnswers } from './board/board-handlers.ts';
import { statisticsAnswers } from './statistics-handlers.ts';

/** What this feature adds to the server. */
export const statistics = {
  calls: () => [...statisticsAnswers, ...boardFigureAnswers],
};
