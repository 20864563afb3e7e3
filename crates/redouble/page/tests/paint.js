// When the first paint comes, in fresh browser profiles; a page of plain text beside it shows what the machine allows.

import { launch, Server } from "./harness.js";

const server = await new Server().start();
const browser = await launch();
for (const path of ["/api/players", "/"]) {
  const paints = [];
  for (let visit = 0; visit < 15; visit++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(server.url + path);
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    paints.push(await page.evaluate(() => Math.round(performance.getEntriesByName("first-contentful-paint")[0].startTime)));
    await context.close();
  }
  console.log(path, "first contentful paint, ms:", paints.sort((a, b) => a - b).join(" "));
}
await browser.close();
await server.stop();
