import { setupI18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/runtime-macro";
import { describe, expect, test } from "vitest";
import { nameOf, nameSite, site } from "~/contract/site-name";

const textsIn = () => setupI18n({ locale: "en", messages: { en: {} } });

describe("the name of a site", () => {
  test("is the product's in texts without one", () => {
    expect(nameOf(textsIn())).toBe("Afterglow");
    expect(textsIn()._(msg`Log in to ${{ site }}`)).toBe("Log in to Afterglow");
  });

  test("stands in messages, plurals and texts by their ids", () => {
    const i18n = nameSite(textsIn(), "Skylark");
    expect(nameOf(i18n)).toBe("Skylark");
    expect(nameOf(new Proxy(i18n, {}))).toBe("Skylark");
    expect(i18n._(msg`Log in to ${{ site }}`)).toBe("Log in to Skylark");
    expect(i18n.t("id", { site }, { message: "{site} of {name}" })).toBe("Skylark of ");
    const n = 2;
    const counted = msg({
      message: plural({ n }, { one: msg`# at ${{ site }}`, other: msg`# at ${{ site }}` }),
    });
    expect(i18n._(counted)).toBe("2 at Skylark");
  });

  test("is no pattern of messages", () => {
    expect(nameSite(textsIn(), "{n, plural}")._(msg`Open ${{ site }}`)).toBe("Open {n, plural}");
  });
});
