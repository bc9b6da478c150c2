package io.azulejo.view;

import java.awt.Desktop;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.net.URI;

/** The browser of the desktop. */
public final class Browser {
  private Browser() {}

  /**
   * Opens an address, where there is a desktop that can; else does nothing, as whoever has read the
   * address can open it.
   *
   * @return whether it was opened
   */
  public static boolean open(URI address) {
    try {
      if (GraphicsEnvironment.isHeadless()
          || !Desktop.isDesktopSupported()
          || !Desktop.getDesktop().isSupported(Desktop.Action.BROWSE)) {
        return false;
      }
      Desktop.getDesktop().browse(address);
      return true;
    } catch (IOException | RuntimeException | LinkageError e) {
      // No desktop after all: the address is printed, which is enough.
      return false;
    }
  }
}
