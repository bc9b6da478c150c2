package io.azulejo.view;

import java.awt.Desktop;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.net.URI;

/** Opens addresses in the desktop's web browser. */
public final class Browser {
  private Browser() {}

  /**
   * Opens an address in the browser, if there is a desktop. Failures are ignored, because the user
   * can open the printed address.
   *
   * @return whether the browser was asked to open it
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
      // The desktop is not available after all.
      return false;
    }
  }
}
