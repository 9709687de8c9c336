/** Tables with rare, skewed and far values: what each column of a release is worth. */
package org.privatemean.bench.columns;
