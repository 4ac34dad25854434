const names = [
  ["paper", "bg-paper"],
  ["surface", "bg-surface"],
  ["wash", "bg-wash"],
  ["line", "bg-line"],
  ["edge", "bg-edge"],
  ["muted", "bg-muted"],
  ["ink", "bg-ink"],
  ["ember", "bg-ember"],
  ["ember-strong", "bg-ember-strong"],
  ["danger", "bg-danger"],
  ["success", "bg-success"],
  ["focus", "bg-focus"],
] as const;

/** Renders every colour by its Tailwind name, and the signature gradient. */
export function Colours() {
  return (
    <div className="grid gap-4">
      <ul className="grid grid-cols-4 gap-3 text-sm">
        {names.map(([name, fill]) => (
          <li key={name} className="grid gap-1">
            <span className={`${fill} h-12 rounded-control border border-line`} />
            <span>{name}</span>
          </li>
        ))}
      </ul>
      <div className="afterglow-gradient h-12 rounded-control" />
      <div className="text-sm">
        <p className="text-ink">Ink reads like this, </p>
        <p className="text-muted">muted like this, </p>
        <p className="text-ember-strong">ember-strong like this, </p>
        <p className="text-danger">danger like this, </p>
        <p className="text-success">success like this.</p>
      </div>
    </div>
  );
}
