package io.azulejo.view;

import java.awt.Desktop;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.net.URI;

/** Opens the desktop's browser. */
public final class Browser {
  private Browser() {}

  /**
   * Opens an address if a desktop is available; otherwise does nothing, because the user can open
   * the printed address.
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
      // The desktop is not available after all; the printed address suffices.
      return false;
    }
  }
}
