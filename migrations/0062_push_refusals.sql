ALTER TABLE `push_subscriptions` ADD `refusals` integer DEFAULT 0 NOT NULL;
ALTER TABLE `push_subscriptions` ADD `refused_at` integer;
CREATE INDEX `push_subscriptions_refused` ON `push_subscriptions` (`refused_at`) WHERE "push_subscriptions"."refused_at" IS NOT NULL;