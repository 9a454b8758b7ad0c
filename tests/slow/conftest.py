"""What the slow tests share: one browser a worker."""

from tests.browser import browser as browser
from tests.browser import shared_browser as shared_browser
from tests.browser import window as window
