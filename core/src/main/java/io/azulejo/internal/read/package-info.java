/**
 * Answers a request from a snapshot: plan, fetch, unfilter, select, order, deliver. Never sees how
 * a structure lies on disk. Start at {@link io.azulejo.internal.read.ReadPlan}.
 */
package io.azulejo.internal.read;
