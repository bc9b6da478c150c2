package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.StoredFile;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.Text;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Gets a file back that was stored as an array. */
@Command(
    name = "export-file",
    description = "Gets a file back that was stored as an array.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo export-file new/readme copy.md",
      "  azulejo export-file new/table - > copy.csv",
    })
final class ExportCommand implements Callable<Integer> {
  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      description =
          "The path that it gets, - for standard output; its own name, in this folder, when not"
              + " given.")
  private String file;

  @Option(names = "--force", description = "Replace a file that is there.")
  private boolean force;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    OpenOptions options = open.options(terminal);
    try (Azulejo azulejo = terminal.engine().build()) {
      if ("-".equals(file)) {
        azulejo.files().exportFile(open.location(), terminal.out(), options);
        return Failure.OK;
      }
      Path target = target(azulejo, options);
      if (Files.exists(target) && !force) {
        throw new InvalidRequestException(
            target + " is there already; --force replaces it, give another name");
      }
      terminal.out().write(Text.encode(ImportCommand.line(export(azulejo, target, options))));
    }
    return Failure.OK;
  }

  private Path target(Azulejo azulejo, OpenOptions options) {
    String name = file != null ? file : azulejo.files().describe(open.location(), options).name();
    Path path;
    try {
      path = Path.of(name);
    } catch (InvalidPathException e) {
      throw new InvalidRequestException("\"" + name + "\" is no path: " + e.getMessage());
    }
    // What others have stored must not decide on a folder.
    boolean plain = path.getNameCount() == 1 && !path.isAbsolute() && !name.matches("\\.{0,2}");
    if (file == null && !plain) {
      throw new InvalidRequestException(
          "the file is called \"" + name + "\", which is no name to be used here: say another one");
    }
    return path;
  }

  /** Writes beside the target first, so that it appears whole. */
  private StoredFile export(Azulejo azulejo, Path target, OpenOptions options) throws IOException {
    Path part = target.resolveSibling(target.getFileName() + "." + UUID.randomUUID() + ".part");
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new InvalidRequestException(
          "cannot write %s: there is no folder %s; make it first".formatted(target, folder));
    }
    if (Files.isDirectory(target)) {
      throw new InvalidRequestException(target + " is a folder: name a file in it");
    }
    try {
      StoredFile stored;
      try (OutputStream out =
          new BufferedOutputStream(
              Files.newOutputStream(part, StandardOpenOption.CREATE_NEW), 1 << 16)) {
        stored = azulejo.files().exportFile(open.location(), out, options);
      }
      if (force) {
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.move(part, target);
      }
      return stored;
    } catch (FileAlreadyExistsException e) {
      throw new InvalidRequestException(target + " is there already; --force replaces it");
    } catch (IOException e) {
      throw LocalFile.failed("write", target.toString(), e);
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
