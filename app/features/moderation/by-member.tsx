import { Trans } from "@lingui/react/macro";

/** Renders who decided or reported something. */
export function ByMember({ name }: { name: string }) {
  return (
    <span>
      <Trans comment="The member who decided or reported">
        by <bdi translate="no">{name}</bdi>
      </Trans>
    </span>
  );
}
