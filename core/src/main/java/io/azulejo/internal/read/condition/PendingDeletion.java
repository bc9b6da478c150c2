package io.azulejo.internal.read.condition;

/**
 * A deletion that is not stored yet.
 *
 * @param condition which cells are deleted
 * @param marker what fragments call the deletion
 * @param time the last time of these cells
 */
public record PendingDeletion(BoundCondition condition, String marker, long time) {}
