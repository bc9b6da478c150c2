/**
 * What all reading of foreign files needs: failures that name the file, and limits for what is
 * damaged or hostile.
 */
package io.azulejo.imports.source;
