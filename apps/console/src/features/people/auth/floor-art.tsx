import { bays, route, walls, zones } from './floor-plan.ts';

/** An animated floor in the colours of the real map. The robot follows its lanes slowly. */
export const FloorArt = () => (
  <svg className="sl-floor" viewBox="0 0 640 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <defs>
      <pattern id="grid" width="20" height="20" patternUnits="userSpaceOnUse">
        <path d="M20 0H0V20" className="sl-floor-grid" />
      </pattern>
    </defs>
    <rect width="640" height="800" fill="url(#grid)" />
    <path d={route} className="sl-floor-swept" pathLength="1" />
    <path d={route} className="sl-floor-path" pathLength="1" />
    {zones.map((points) => (
      <polygon key={points} points={points} className="sl-floor-zone" />
    ))}
    {bays.map((points) => (
      <polygon key={points} points={points} className="sl-floor-bay" />
    ))}
    {walls.map((d) => (
      <path key={d} d={d} className="sl-floor-wall" />
    ))}
    <g className="sl-floor-robot" style={{ offsetPath: `path("${route}")` }}>
      <circle r="22" className="sl-floor-ring" />
      <circle r="11" className="sl-floor-body" />
      <path d="M3 -5 10 0 3 5z" className="sl-floor-nose" />
    </g>
  </svg>
);
