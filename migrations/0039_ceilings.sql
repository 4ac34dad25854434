-- Uses that a moderator has switched off for everybody: a row is an off switch (docs/decisions/0043-ceilings-and-blocks.md).
CREATE TABLE switched_off (
  name text PRIMARY KEY NOT NULL
) WITHOUT ROWID;

-- The sign-ups of the last hour, by the keyed hash of their network.
CREATE TABLE sign_ups (
  id text PRIMARY KEY NOT NULL,
  network text NOT NULL
);
CREATE INDEX sign_ups_network ON sign_ups (network, id);

-- E-mail addresses, domains and networks with which nobody can sign up.
CREATE TABLE sign_up_blocks (
  kind text NOT NULL,
  value text NOT NULL,
  until text,
  created_at text NOT NULL,
  PRIMARY KEY (kind, value)
);
CREATE INDEX sign_up_blocks_until ON sign_up_blocks (until) WHERE until IS NOT NULL;
