-- One spelling of a SIM card: capitals, and no filler at the end. Of two rows for one card the second stays as it is.
UPDATE network_cards c SET iccid = k.key
FROM (
  SELECT DISTINCT ON (rtrim(upper(iccid), 'F')) id, rtrim(upper(iccid), 'F') AS key
  FROM network_cards ORDER BY rtrim(upper(iccid), 'F'), created_at, id
) k
WHERE k.id = c.id AND c.iccid <> k.key
  AND NOT EXISTS (SELECT FROM network_cards other WHERE other.iccid = k.key);
--> statement-breakpoint
UPDATE devices SET iccid = rtrim(upper(iccid), 'F') WHERE iccid <> rtrim(upper(iccid), 'F');
