package io.azulejo.internal.read.condition;

/**
 * A deletion that is not stored yet.
 *
 * @param condition selects the cells to delete
 * @param marker name by which fragments refer to the deletion
 * @param time timestamp of the deletion in milliseconds since 1970; it applies to cells up to this
 *     time
 */
public record PendingDeletion(BoundCondition condition, String marker, long time) {}
