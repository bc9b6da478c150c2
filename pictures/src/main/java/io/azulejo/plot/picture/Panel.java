package io.azulejo.plot.picture;

import java.util.List;

/**
 * One of the panels of a picture, which all have the same axes.
 *
 * @param name the name of the panel; empty for a single panel
 * @param layers the layers in drawing order
 */
public record Panel(String name, List<Layer> layers) {
  /** Copies the list. */
  public Panel {
    layers = List.copyOf(layers);
  }
}
