/** The params of a stage, which are checked and parsed into the requests of each trust model. */
@Internal
package org.privatemean.spark.param;

import org.privatemean.annotation.Internal;
