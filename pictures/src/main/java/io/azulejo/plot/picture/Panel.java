package io.azulejo.plot.picture;

import java.util.List;

/**
 * A panel of a picture. All panels of a picture share the same axes.
 *
 * @param name the name of the panel; empty if it is the only one
 * @param layers the layers in drawing order, bottom first
 */
public record Panel(String name, List<Layer> layers) {
  /** Copies the list of layers. */
  public Panel {
    layers = List.copyOf(layers);
  }
}
