const _ = require('lodash');
