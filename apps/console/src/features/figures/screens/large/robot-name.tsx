/** The name of a robot, and its serial number where that may be shown. */
export const RobotName = ({ robot: { name, sn } }: { robot: { name: string; sn: string | null } }) => (
  <>
    {name}
    {sn !== null && sn !== name && <small className="large-sn"> {sn}</small>}
  </>
);
