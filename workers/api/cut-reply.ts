import { z } from "~/contract/zod";

type Cut = (value: unknown) => unknown;

/**
 * Returns a function that copies a reply without the fields that its schema does not name. It checks no values: types
 * and tests do that, `parse` takes over twice the time, and an odd row must not make a whole list a 500.
 */
export function cutterOf(schema: z.core.$ZodType): Cut {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return cutterOf(schema.unwrap());
  if (schema instanceof z.ZodArray) {
    const cut = cutterOf(schema.element);
    return (value) => (Array.isArray(value) ? value.map(cut) : value);
  }
  if (!(schema instanceof z.ZodObject)) return (value) => value;
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, cutterOf(field)] as const);
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    const kept: Record<string, unknown> = {};
    for (const [name, cut] of fields) {
      if (name in value) kept[name] = cut(Reflect.get(value, name));
    }
    return kept;
  };
}
