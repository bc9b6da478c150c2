package io.azulejo.plot.picture;

/**
 * A mark on an axis or a scale.
 *
 * @param at where: in bins from the beginning of an axis, from 0 to 1 on a scale
 * @param label what it says
 */
public record Tick(double at, String label) {}
