// Opens Swagger UI in headless Chromium, runs one example through "Try it out" and reads the answer.
// Usage: node browser.js http://127.0.0.1:8080

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const base = process.argv[2];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const page = await browser.newPage();
  const broken = [];
  page.on("pageerror", (error) => broken.push(error.message));
  page.on("requestfailed", (request) => broken.push(request.url()));

  for (const path of ["/swagger-ui", "/swagger-ui/"]) {
    await page.goto(base + path);
    await page.getByRole("heading", { name: /^Melee/ }).waitFor();
  }
  const operation = page.locator("#operations-Futile_Kingdoms-futile_kingdoms_attack_roll");
  await operation.locator(".opblock-summary-control").click();
  await operation.locator(".opblock-section-request-body select.examples-select-element, .opblock-section-request-body select")
    .last().selectOption("attack-flank");
  await operation.getByRole("button", { name: "Execute" }).click();
  const live = operation.locator(".live-responses-table .response").first();
  await live.waitFor();
  assert.match(await live.locator(".response-col_status").innerText(), /^200/);
  const answer = JSON.parse(await live.locator(".highlight-code code, .highlight-code pre").first().innerText());
  assert.equal(answer.attack_result.total, 5);
  assert.equal(answer.melee_defense.total, 8);
  if (process.argv[3]) await page.screenshot({ path: process.argv[3], fullPage: true });

  // A page of another origin may call the service and read its refusals.
  await page.goto(base.replace("127.0.0.1", "localhost"));
  const refusal = await page.evaluate(async (url) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-request-id": "from-a-page" },
      body: "{}",
    });
    return { problem: await response.json(), id: response.headers.get("x-request-id") };
  }, `${base}/v1/futile-kingdoms/attack-roll`);
  assert.equal(refusal.problem.code, "invalid_request");
  assert.equal(refusal.id, "from-a-page");

  assert.deepEqual(broken, []);
  console.log("Swagger UI works in the browser");
} finally {
  await browser.close();
}
